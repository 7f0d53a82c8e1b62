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

/** Joins content and the row's position in the change index into one JSON text, by concatenation. */
export function sealItem(kind: 'item' | 'part_item', content: string, row: Sealed): string {
  return content.slice(0, -1) + (kind === 'item' ? itemEnd(row) : partEnd(row))
}

/** The content of a stored item: what `sealItem` was given. */
export function openItem(kind: 'item' | 'part_item', item: string, row: Sealed): string {
  const end = kind === 'item' ? itemEnd(row) : partEnd(row)
  return `${item.slice(0, -end.length)}}`
}

/** Says if two JSON texts mean the same. Equal content is usually equal text, so few are parsed. */
export function equalJson(a: string | null, b: string | null): boolean {
  if (a === b) return true
  return a !== null && b !== null && canonicalJson(JSON.parse(a)) === canonicalJson(JSON.parse(b))
}

/**
 * Like `equalJson`, for two texts that JSON.stringify made. They can only differ in the order of keys, which
 * keeps the length, so hardly any are parsed.
 */
export function equalContent(a: string | null, b: string | null): boolean {
  return a === b || (a?.length === b?.length && equalJson(a, b))
}
