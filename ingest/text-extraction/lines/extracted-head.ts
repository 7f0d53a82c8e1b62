/** What stands before the text in a file that another program has taken the text out of. */
export type ExtractedHead = { readonly list: string; readonly note: string; readonly media_type: string }

export const EXTRACTED = /_extracted\.txt$/iu
const HEAD = /^\uFEFF?Title:.*\n(?:.*\n)??Source: (\w+) - (.*?)\nMedia Type: (.*?)\n(?:.*\n)*?\n={20,}\n/u

export const isExtracted = (name: string): boolean => EXTRACTED.test(name)

/** The head, and the text after it. Null where there is none. */
export function splitExtracted(text: string): { head: ExtractedHead; text: string } | null {
  const match = HEAD.exec(text.slice(0, 20_000))
  if (match === null) return null
  const [whole, list = '', note = '', media_type = ''] = match
  return { head: { list, note: note.trim(), media_type: media_type.trim() }, text: text.slice(whole.length) }
}
