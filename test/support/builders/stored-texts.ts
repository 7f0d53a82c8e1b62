import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { TextPointer } from '../../../schemas/event-bodies/bill.ts'

/** Stores a plain text, and gives what a version says about it. */
export async function storeText(store: ObjectStore, text: string): Promise<TextPointer> {
  const bytes = Buffer.from(text)
  await store.put(bytes, 'text/plain')
  return pointerTo(text)
}

/** What a version says about a plain text, stored or not. */
export function pointerTo(text: string): TextPointer {
  const bytes = Buffer.from(text)
  const named = { sha256: sha256Of(bytes), bytes: bytes.length }
  return {
    ...named,
    media_type: 'text/plain',
    url: `https://leg.example/${named.sha256}.txt`,
    extracted: { ...named, characters: text.length },
  }
}
