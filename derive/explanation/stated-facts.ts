/** What readers ask about a bill, apart from who must do what. */
export type Question = 'effective date' | 'deadline' | 'penalty' | 'money'

/** Finds the words of a sentence that answer a question. */
export const answers: { readonly [Q in Question]: RegExp } = {
  'effective date':
    /\b(?:(?:shall )?takes? effect|becomes? effective|effective date|(?:is|are) effective|shall be in force|(?:shall )?appl(?:y|ies) (?:to|with respect to) (?:taxable years|tax years|[\p{L}\s]{2,30}) (?:beginning|commencing|made|entered into|occurring|issued))\b/iu,
  deadline:
    /\b(?:not later than|no later than|on or before|not more than \S+(?: \S+)? (?:days|months|years) after|within \S+(?: \(\d+\))?(?: (?:calendar|business|working))? (?:days?|months?|years?|hours?)|by (?:January|February|March|April|May|June|July|August|September|October|November|December) \d)/iu,
  penalty:
    /\b(?:penalt(?:y|ies)|fined?|fines|imprison\w*|misdemeanor|felony|guilty of|civil infraction|class [A-E1-6] (?:misdemeanor|felony)|liable for (?:a civil|damages)|(?:suspend|revoke)\w* (?:the|a|his|her|their) licen[sc]e)\b/iu,
  money: /\$\s?\d|\b(?:appropriat\w+|authorized to be appropriated|unobligated balances)\b/iu,
}

export const questions = Object.keys(answers) as readonly Question[]

/** A duty, a ban or a right: someone shall, must, may or may not do something. */
export const isDuty = (words: string): boolean =>
  /\b(?:shall|must|may not|may|is prohibited|are prohibited|is unlawful|is required)\b/iu.test(words)
