import type { Rule } from '../grounding/rule.ts'

/** Words of a text that says something about a topic. */
const cues: Readonly<Record<Topic, RegExp>> = {
  effective_date: / (?:effective|takes? effect|into effect|in effect) /u,
  penalty: / (?:penalty|penalties|fine|fined|fines|imprisonment|imprisoned|misdemeanor|felony|violation) /u,
  cost: / (?:appropriated?|appropriations?|dollars|funds?|funding|fees?|cost|costs) /u,
  deadline: / (?:no later than|not later than|on or before|by the end of|days after|within) /u,
  enforcement: / (?:enforce|enforces|enforced|enforcement|civil action|attorney general|injunction) /u,
}

/** What readers often look for in a bill. An answer may say that the text does not state it. */
export const topics = ['effective_date', 'penalty', 'cost', 'deadline', 'enforcement'] as const
export type Topic = (typeof topics)[number]

const isTopic = (text: string): text is Topic => (topics as readonly string[]).includes(text)

/** A topic is not called `not stated` if the text has words about it. */
export const notStated: Rule = {
  name: 'not_stated',
  check: ({ not_stated }, bill) =>
    not_stated
      .filter((topic) => !isTopic(topic) || cues[topic].test(bill.phrases()))
      .map((topic) => ({
        rule: 'not_stated',
        sentence: null,
        message: `The text may say something about ${topic}.`,
      })),
}
