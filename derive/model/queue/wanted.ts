import { createHash } from 'node:crypto'
import type { TextReference } from '../../text/version-text.ts'
import { LANGUAGE, PROMPT_VERSION } from '../prompts/prompt-version.ts'

/** Names the content of work. Work whose name is unchanged is not done again. */
export function wantedName(text: TextReference, model: string): string {
  const content = [
    text.extracted_sha256,
    text.marked_sha256,
    text.media_type,
    PROMPT_VERSION,
    model,
    LANGUAGE,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
