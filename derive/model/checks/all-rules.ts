import type { Answer } from '../grounding/answer.ts'
import type { Bill } from '../grounding/bill.ts'
import type { Level } from '../grounding/levels.ts'
import type { Fault, Rule } from '../grounding/rule.ts'
import { dates } from './dates.ts'
import { language } from './language.ts'
import { lengths } from './lengths.ts'
import { markup } from './markup.ts'
import { measures } from './measures.ts'
import { names } from './names.ts'
import { notStated } from './not-stated.ts'
import { numbers } from './numbers.ts'
import { procedure } from './procedure.ts'
import { quotes } from './quotes.ts'
import { support } from './support.ts'
import { verdicts } from './verdicts.ts'

/** All promises about the texts of a model. A rule that becomes stricter raises `prompt_version`. */
export const rules: readonly Rule[] = [
  quotes,
  numbers,
  dates,
  measures,
  names,
  support,
  verdicts,
  procedure,
  markup,
  language,
  lengths,
  notStated,
]

/** Everything that is wrong with an answer. Only an answer without faults is shown to anybody. */
export const faultsOf = (answer: Answer, bill: Bill, level: Level): readonly Fault[] =>
  rules.flatMap((rule) => rule.check(answer, bill, level))
