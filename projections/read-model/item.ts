import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { reasonsText } from './change-index.ts'
import type { Reasons } from './table.ts'

type Sealed = { readonly updated_at: string; readonly reasons: Reasons }

function itemEnd(row: Sealed): string {
  return `,"updated_at":"${row.updated_at}","reasons":${reasonsText(row.reasons)}}`
}

function partEnd(row: Sealed): string {
  return `,"updated_at":"${row.updated_at}"}`
}

/** Content and the row's place in the change index as one JSON text, by concatenation. */
export function sealItem(kind: 'item' | 'part_item', content: string, row: Sealed): string {
  return content.slice(0, -1) + (kind === 'item' ? itemEnd(row) : partEnd(row))
}

/** The content of a stored item: what `sealItem` was given. */
export function openItem(kind: 'item' | 'part_item', item: string, row: Sealed): string {
  const end = kind === 'item' ? itemEnd(row) : partEnd(row)
  return `${item.slice(0, -end.length)}}`
}

/** Whether two JSON texts mean the same. Equal content is nearly always equal text, so few are parsed. */
export function equalJson(a: string | null, b: string | null): boolean {
  if (a === b) return true
  return a !== null && b !== null && canonicalJson(JSON.parse(a)) === canonicalJson(JSON.parse(b))
}

/**
 * The same of two texts that JSON.stringify made: it writes a value in one way, so that they can only differ in the order of
 * keys, which leaves the length as it is. Hardly any are parsed.
 */
export function equalContent(a: string | null, b: string | null): boolean {
  return a === b || (a?.length === b?.length && equalJson(a, b))
}
