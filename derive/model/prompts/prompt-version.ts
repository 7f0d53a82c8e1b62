/** Raised with every change of a prompt, of the answer's schema, of a limit or of a rule. It is part of every cache key. */
export const PROMPT_VERSION = 1

/** Rules read English numbers, dates and names, so answers are English. BCP 47. */
export const LANGUAGE = 'en'
