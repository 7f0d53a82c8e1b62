import { type FactReader, factsBy } from './fact.ts'

/** Letters before the number of a bill, as places print them. A single letter needs more care. */
const KINDS =
  'HB|SB|AB|HF|SF|LB|LD|HR|SR|AR|HJR|SJR|AJR|HCR|SCR|ACR|HJM|SJM|HJ|SJ|HC|SC|HM|SM|HS|SS|SHB|SSB|ESHB|ESSB|EHB|ESB|2SHB|2SSB|CSHB|CSSB|LR|HCM|SCM|HJRCA|SJRCA|HSB|HSR|SSR|PR'
const SPELLED =
  '(?:house|senate|assembly|legislative) (?:joint |concurrent )?(?:bill|file|resolution|memorial|document)'
const NUMBER = String.raw`(?:no\.?\s*|#\s*)?\d{1,5}(?!\d|[.,]\d|\s*%)`
const PRINTED = new RegExp(
  String.raw`\b(?:(?:${KINDS}|[HS]\. ?(?:[JCR]\. ?){0,2}(?:B\. ?|R\. ?|Res\. ?)?)[- ]?${NUMBER}|[HS] ?\d{2,5}(?!\d|[-.,%]\w))\b`,
  'gu',
)
const WRITTEN = new RegExp(String.raw`\b${SPELLED}\s+${NUMBER}\b`, 'giu')
/** Users also type `hb 12`. Only kinds that are no word. */
const SMALL = /\b(?:hb|sb|ab|hf|sf|ld|lb|hjr|sjr|hcr|scr|hr|sr)[ -]?\d{1,5}\b/gu

/** Reads numbers of bills: `HB 12`, `S. 5`, `House Bill 12`, `hb12`. */
export const billNumbers: FactReader = (question) =>
  [PRINTED, WRITTEN, SMALL].flatMap((pattern) =>
    factsBy(question, pattern, ([printed]) => ({ identifiers: [printed.replace(/\s+/gu, ' ')] })),
  )
