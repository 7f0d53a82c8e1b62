/** Finds the head that another program writes before the text that it extracted. */
export type ExtractedHead = { readonly list: string; readonly note: string; readonly media_type: string }

export const EXTRACTED = /_extracted\.txt$/iu
const HEAD = /^\uFEFF?Title:.*\n(?:.*\n)??Source: (\w+) - (.*?)\nMedia Type: (.*?)\n(?:.*\n)*?\n={20,}\n/u

export const isExtracted = (name: string): boolean => EXTRACTED.test(name)

/** Gives the head and the text after it. Null if there is no head. */
export function splitExtracted(text: string): { head: ExtractedHead; text: string } | null {
  const match = HEAD.exec(text.slice(0, 20_000))
  if (match === null) return null
  const [whole, list = '', note = '', media_type = ''] = match
  return { head: { list, note: note.trim(), media_type: media_type.trim() }, text: text.slice(whole.length) }
}
