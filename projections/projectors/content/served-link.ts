import { isWebLink } from '../../../schemas/values/web-link.ts'

type Unlinked<T> = T & { readonly invalid_url?: string }
/** `invalid_url` has a member for each field that is not a web link. */
type UnlinkedFields<T> = T & { readonly invalid_url?: Readonly<Record<string, string>> }

/** A link as rows store it. If it is not a web link, `invalid_url` keeps its text and `url` is null. */
export function servedLink<T extends { readonly url: string | null }>(
  link: T,
): Unlinked<Omit<T, 'url'> & { readonly url: string | null }> {
  return link.url === null || isWebLink(link.url) ? link : { ...link, url: null, invalid_url: link.url }
}

/**
 * Content with links in named fields. Fields that are not web links are null, and `invalid_url` keeps their texts.
 */
export function withServedLinks<T extends { readonly [name: string]: unknown }>(
  content: T,
  names: readonly (keyof T & string)[],
): UnlinkedFields<T> {
  const invalid = names.filter((name) => typeof content[name] === 'string' && !isWebLink(content[name]))
  if (invalid.length === 0) return content
  return {
    ...content,
    ...Object.fromEntries(invalid.map((name) => [name, null])),
    invalid_url: Object.fromEntries(invalid.map((name) => [name, content[name] as string])),
  }
}
