/** `take effect on 7 passage`: a number between two words of small letters, without a unit after it. */
const ONE =
  /\p{Ll},? \d{1,3} (?!(?:or|and|to|through|of|percent|per|cents?|dollars?|[\p{L}-]*(?:days?|weeks?|months?|years?|hours?|minutes?|grams?|pounds?|miles?|feet|acres?|members?|points?|times?|degrees?|milli|U\.|CFR|[A-Z]))\b)\p{Ll}/u
const NUMBERED =
  /\b(?:section|sections|chapter|title|article|part|subsection|paragraph|schedule|number|age|grade|class|phase|tier|level|is|are|than|least|most|for|the|every|of|within|between|over|under|by|about|exceed|exceeding|and|or|to|next|first|last|through)$/iu
/** `24exceed`, `20to`, `expenses106 incurred`: the number of a line before its first word or after its last one. */
const GLUED =
  /(?<= )\d{1,2}(?:(?!st\b|nd\b|rd\b|th\b)\p{Ll}{4,}|(?:or|to|of|and|the|in|by|for|on|is|at|as|with|any|not|be|he|his|her|no|if|was|has|who)\b)|\p{Ll}{3},?\d{1,3} \p{Ll}/u
const BARE = /(?<=\s)\d{1,2}(?=\s["“(]?\p{L})/gu
/** A printed line has more characters. `1 or 2 years` has fewer. */
const FEWEST_CHARACTERS = 35
const MOST_CHARACTERS = 110

/** Whether numbers of printed lines stand among the words: `the voter's 13 name, signature, and photograph and 14 the`. */
export function hasLineNumbers(words: string): boolean {
  if (GLUED.test(words)) return true
  const found = ONE.exec(words)
  if (found !== null && !NUMBERED.test(words.slice(0, found.index + found[0].search(/,? \d/u)))) return true
  return countSteps(words) > 0
}

/** A list of numbered items has fewer lines of this length. */
const FEWEST_STEPS = 25

/** Whether the lines of a whole text still have their numbers, so that a number between two words is one of them. */
export const isNumberedText = (text: string): boolean => countSteps(text) >= FEWEST_STEPS

/** A number that may be that of a line: `the 14 social security number`. */
export const hasBareNumber = (words: string): boolean => words.search(BARE) !== -1

/** Numbers that follow each other at the distance of a printed line. */
function countSteps(words: string): number {
  const bare = [...words.matchAll(BARE)]
  return bare.slice(1).filter((next, index) => {
    const before = bare[index]!
    const distance = next.index - before.index
    const follows = Number(next[0]) === Number(before[0]) + 1
    return follows && distance >= FEWEST_CHARACTERS && distance <= MOST_CHARACTERS
  }).length
}
