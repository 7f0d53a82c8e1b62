import { tokensOf } from '../../../runtime/words/tokens.ts'
import { createWordScan } from '../../../runtime/words/word-scan.ts'

export type Searched = { readonly forms: readonly string[]; readonly prefixes: readonly string[] }
type Place = readonly [form: string, start: number, end: number]

const isFound = ({ forms, prefixes }: Searched, form: string): boolean =>
  forms.includes(form) || prefixes.some((prefix) => form.startsWith(prefix))

export function placesByScan(text: string, searched: Searched): Place[] {
  const places: Place[] = []
  createWordScan(searched.forms, searched.prefixes).read(text, ({ form, start, end }) => {
    if (isFound(searched, form)) places.push([form, start, end])
    return true
  })
  return places
}

export const placesByReading = (text: string, searched: Searched): Place[] =>
  tokensOf(text).flatMap(({ form, start, end }) =>
    isFound(searched, form) ? [[form, start, end] as const] : [],
  )
