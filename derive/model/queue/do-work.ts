import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { Answered } from '../answers/answer-question.ts'
import type { Postponed } from '../answers/ask-within-budget.ts'
import { numberSections } from '../bill-text/number-sections.ts'
import { levelsOfKind, modelContent } from '../describe/derivation.ts'
import { type DescribedText, describeText } from '../describe/describe-text.ts'
import type { Answer } from '../grounding/answer.ts'
import { createBill } from '../grounding/bill.ts'
import type { Level } from '../grounding/levels.ts'
import { LANGUAGE, PROMPT_VERSION } from '../prompts/prompt-version.ts'
import { endWork } from './due-work.ts'
import type { Work } from './work.ts'
import type { DerivationBody, WorkParts } from './work-parts.ts'

/** `recorded`: the derivation is handed on. `refused`: the text without a model stands. `replaced`: the bill has another text by now. */
export type Done = { readonly kind: 'recorded' | 'refused' | 'replaced' } | Postponed

/** The version of how answers become a derivation. */
const METHOD_VERSION = 1

/**
 * Asks about the text of a bill at all levels of a kind, and hands on what was accepted. The work ends in the transaction
 * that hands it on, so a kill neither loses nor doubles it: answers are stored, and are not asked for again.
 */
export async function doWork(work: Work, parts: WorkParts, signal: AbortSignal): Promise<Done> {
  const described = await readDescribed(work, parts)
  if (described === undefined) return refuse(work, parts, 'the text is too long')
  const accepted = new Map<Level, Answer>()
  const refusals: string[] = []
  let generated_at = ''
  for (const level of levelsOfKind[work.kind]) {
    const answered: Answered = await describeText(described, level, parts, signal)
    if (answered.kind === 'postponed') return answered
    if (answered.kind === 'refused') refusals.push(`${level}: ${answered.broken.join(', ')}`)
    else {
      accepted.set(level, answered.answer)
      if (answered.answered_at > generated_at) generated_at = answered.answered_at
    }
  }
  const reason = refusals.length === 0 ? null : refusals.join('; ')
  if (accepted.size === 0) return refuse(work, parts, reason!)
  const body: DerivationBody = {
    kind: work.kind,
    language: LANGUAGE,
    ...modelContent(accepted, described),
    method: 'model',
    method_version: METHOD_VERSION,
    model: parts.model,
    prompt_version: PROMPT_VERSION,
    version_id: work.version_id,
    text_sha256: work.text.extracted_sha256,
    generated_at,
  }
  const isCurrent = await inTransaction(parts.database, async (client) => {
    if (!(await endWork(client, work, reason))) return false
    await parts.recordDerivation(client, work.bill_ocd_id, body)
    return true
  })
  return { kind: isCurrent ? 'recorded' : 'replaced' }
}

/** undefined: the text is longer than a model is asked about. */
async function readDescribed(work: Work, parts: WorkParts): Promise<DescribedText | undefined> {
  const text = await parts.readText(work.text)
  if (Buffer.byteLength(text.text) > parts.max_text_bytes) return undefined
  const sections = numberSections(text, await parts.readSections(work.text))
  const text_sha256 = work.text.extracted_sha256
  return { sections, stored_text: text.text, bill: createBill(sections), text_sha256 }
}

async function refuse(work: Work, { database }: WorkParts, reason: string): Promise<Done> {
  const isCurrent = await inTransaction(database, (client) => endWork(client, work, reason))
  return { kind: isCurrent ? 'refused' : 'replaced' }
}
