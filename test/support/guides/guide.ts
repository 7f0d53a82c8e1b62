import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { formOf } from './value-shapes.ts'

export type Block = { readonly language: string; readonly code: string }

export const guidesFolder = join(projectFolder, 'docs', 'guides')

/** The fenced blocks of a page, in order. */
export async function blocksOf(page: string): Promise<Block[]> {
  const text = await readFile(join(guidesFolder, page), 'utf8')
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }))
}

/** Members whose values differ each time. */
const PASSING = new Set(['id', 'bill_id', 'endpoint_id', 'next_cursor', 'request_id', 'url'])

/** Differences of a printed value from a real one: a member that is missing, has another type, or another value. */
export function missingOf(shown: unknown, real: unknown, place = ''): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${place} is not a list`]
    return shown.flatMap((each, index) => missingOf(each, real[index], `${place}[${index}]`))
  }
  if (typeof shown !== 'object' || shown === null)
    return isShownRight(shown, real, place) ? [] : [`${place} is ${JSON.stringify(real)}`]
  if (typeof real !== 'object' || real === null) return [`${place} is not an object`]
  return Object.entries(shown).flatMap(([name, value]) =>
    name in real
      ? missingOf(value, (real as Record<string, unknown>)[name], `${place}.${name}`)
      : [`${place}.${name} is missing`],
  )
}

function isShownRight(shown: unknown, real: unknown, place: string): boolean {
  if (typeof shown !== typeof real) return false
  if (PASSING.has(place.split('.').at(-1)!) || shown === real) return true
  return (
    typeof shown === 'string' &&
    formOf(shown) !== 'text' &&
    formOf(shown) !== 'day' &&
    formOf(shown) === formOf(real as string)
  )
}
