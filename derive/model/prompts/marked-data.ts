import { createHash } from 'node:crypto'

export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }

/** Instructions, and data between two markers. No text contains its own hash, so no data can write the marker that ends it. */
export function withMarkedData(instructions: string, data: string): readonly Message[] {
  const marker = createHash('sha256').update(data).digest('hex').slice(0, 16)
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: `===== BEGIN ${marker} =====\n${data}\n===== END ${marker} =====` },
  ]
}

/** Sections with the names by which an answer cites them. */
export const namedSections = (sections: readonly { readonly id: string; readonly text: string }[]): string =>
  sections.map(({ id, text }) => `[${id}]\n${text.trimEnd()}`).join('\n\n')
