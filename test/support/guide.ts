import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../../runtime/settings.ts'

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

/** What of a shown value is not in a real one: a member that is missing, or of another kind. */
export function missingOf(shown: unknown, real: unknown, place = ''): string[] {
  if (shown === null || real === null) return []
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${place} is no list`]
    return shown.length === 0 || real.length === 0 ? [] : missingOf(shown[0], real[0], `${place}[]`)
  }
  if (typeof shown !== 'object') return typeof shown === typeof real ? [] : [`${place} is no ${typeof shown}`]
  if (typeof real !== 'object' || real === undefined) return [`${place} is no object`]
  return Object.entries(shown).flatMap(([name, value]) =>
    name in real
      ? missingOf(value, (real as Record<string, unknown>)[name], `${place}.${name}`)
      : [`${place}.${name} is missing`],
  )
}
