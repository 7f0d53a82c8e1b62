import type { Piece, Rewording } from '../pieces/piece.ts'
import { countedQuote } from '../words/quote.ts'
import { amountNote, rewordingDraft } from './drafts.ts'
import type { Draft, Rule } from './rule.ts'

const DEFINED =
  /^[^.;:]{0,60}?[“"‘']([^”"’']{2,60})[”"’'],?(?:\s\(.{0,40}?\))?\s(?:means|includes|has the (?:same )?meaning|have the (?:same )?meaning)/u

/** Terms that get, lose or change a definition. */
export const definitions: Rule = {
  kind: 'definition',
  importance: 65,
  describe(piece) {
    if (piece.shape !== 'rewording') return null
    return piece.whole_lines ? wholeDefinition(piece) : changedDefinition(piece)
  },
}

const termIn = (text: string | undefined): string | undefined =>
  DEFINED.exec(text ?? '')?.[1]?.replace(/,$/u, '')

function wholeDefinition(piece: Rewording): Draft | null {
  const { label, before, after } = piece
  const [older, newer] = [termIn(before?.text), termIn(after?.text)]
  if (older !== undefined && older === newer) return rewordingDraft(piece, about(older))
  if (older !== undefined && newer !== undefined) return rewordingDraft(piece)
  if (before !== null && after !== null) return null
  const term = older ?? newer
  if (term === undefined) return null
  const { span, printed } = countedQuote((before ?? after)!)
  const verb = before === null ? 'adds a definition of' : 'drops a definition of'
  return {
    text: `${label} ${verb} “${term}”: ${printed}.${amountNote(before, after)}`,
    before: before === null ? null : span,
    after: after === null ? null : span,
    confidence: 'contextual',
  }
}

function changedDefinition(piece: Rewording & Piece): Draft | null {
  const older = termIn(piece.context.from)
  const newer = termIn(piece.context.to)
  const term =
    piece.before === null ? newer : piece.after === null ? older : older === newer ? older : undefined
  return term === undefined ? null : rewordingDraft(piece, about(term))
}

const about = (term: string) => ({ about: `, in the definition of “${term}”,` })
