const LABEL = /^[“"(\s]*\w{1,5}[).]+\s*/u
const LABELS = /^[\s“"]*(?:\(?\w{1,4}[).]+\s*)+$/u

/** The words of a line without the label that it begins with, such as `(b)` or `2.` */
export const withoutLabel = (line: string): string => line.replace(LABEL, '')

/** The words of an item of a list without the `and` or `or` before the last item. */
export const withoutConnective = (item: string): string => item.replace(/[\s;,]+(?:and|or)\s*$/iu, '')

/** Whether words are only labels of paragraphs, such as `(b)(1)`. */
export const isLabelAlone = (words: string): boolean => LABELS.test(words)
