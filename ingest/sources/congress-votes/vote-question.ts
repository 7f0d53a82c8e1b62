/**
 * Classifies the question of a vote. The publishers print only the question. unitedstates/congress (tasks/vote_info.py)
 * shortens it to a type and adds a category. We do the same, so that both agree about one roll call.
 */
type Rule<T> = readonly [question: RegExp, becomes: T]

const types: readonly Rule<string>[] = [
  [/^On the Resolution of Ratification/iu, 'On the Resolution of Ratification'],
  [/^On (?:Agreeing to )?the (Joint |Concurrent )?Resolution/iu, 'On the $1Resolution'],
  [/^On (?:Agreeing to )?the Conference Report/iu, 'On the Conference Report'],
  [/^On (?:Agreeing to )?the (?:En Bloc )?Amendments?/iu, 'On the Amendment'],
  [/^On (?:the )?Motion to Recommit/iu, 'On the Motion to Recommit'],
  [
    /^(?:On Motion to )?(?:Concur in|Concurring|On Concurring|Agree to|On Agreeing to) (?:the )?Senate (?:Amendment|amdt|Adt)s?/iu,
    'Concurring in the Senate Amendment',
  ],
  [
    /^(?:On Motion to )?Suspend (?:the )?Rules and (Agree|Concur|Pass)(, As Amended)/iu,
    'On Motion to Suspend the Rules and $1$2',
  ],
  [
    /^(?:Will the House Now Consider the Resolution|On (?:Question of )?Consideration of the Resolution)/iu,
    'On Consideration of the Resolution',
  ],
  [/^On (?:the )?Motion to Adjourn/iu, 'On the Motion to Adjourn'],
  [/^On (?:the )?Cloture Motion/iu, 'On the Cloture Motion'],
  [/^On Cloture on the Motion to Proceed/iu, 'On the Cloture Motion'],
  [/^On (?:the )?Nomination/iu, 'On the Nomination'],
  [/^On Passage(?: of the Bill|$)/iu, 'On Passage of the Bill'],
  [/^On (?:the )?Motion to Proceed/iu, 'On the Motion to Proceed'],
  [
    /^On the Motion \(Motion to (Recede )?from the Senate Amendment to \S+ \d+ (and )?Concur( with Further Amendment)?/iu,
    'On the Motion to $1$2Concur$3',
  ],
  [/^On the Motion \(Motion to Concur( with Further Amendment)?/iu, 'On the Motion to Concur$1'],
  [/^On the Motion \(Motion to (.*)\)$/iu, 'On the Motion to $1'],
]

export function voteType(question: string): string {
  for (const [pattern, type] of types) {
    const match = pattern.exec(question)
    if (match !== null) return type.replaceAll(/\$(\d)/gu, (_, group: string) => match[Number(group)] ?? '')
  }
  return question
}

/** Read in this order: rare and special rules come before rules that would also match. */
const categories: readonly Rule<string>[] = [
  [/^On Overriding the Veto|^On Presidential Veto/iu, 'veto-override'],
  [/Objections of the President (?:To The Contrary )?Not ?Withstanding/iu, 'veto-override'],
  [/^On Passage/iu, 'passage'],
  [/^On the Resolution of Ratification/iu, 'treaty'],
  [/^On (?:Agreeing to )?the (?:Joint |Concurrent )?Resolution/iu, 'passage'],
  [/^On (?:Agreeing to )?the Conference Report/iu, 'passage'],
  [/^On (?:Agreeing to )?the (?:En Bloc )?Amendments?/iu, 'amendment'],
  [/cloture/iu, 'cloture'],
  [/^On the Nomination/iu, 'nomination'],
  [/^Guilty or Not Guilty/iu, 'conviction'],
  [/^On (?:the )?Motion to Recommit/iu, 'recommit'],
  [/^On the Motion to Concur|^On the Motion to Recede and Concur with Further Amendment/iu, 'passage'],
  [
    /^(?:On Motion (?:to|that the House) )?(?:Concur in|Concurring|Concurring in|On Concurring|On Concurring in|Agree to|On Agreeing to) (?:the )?Senate (?:Amendment|amdt|Adt)s?/iu,
    'passage',
  ],
  [/^(?:On Motion to )?Suspend (?:the )?Rules and (?:Agree|Concur|Pass)/iu, 'passage-suspension'],
  [/^Call of the House$|^Call by States$/iu, 'quorum'],
  [/^Election of the Speaker$/iu, 'leadership'],
  [/^On Ordering the Previous Question|^On Approving the Journal/iu, 'procedural'],
  [
    /^Will the House Now Consider the Resolution|^On (?:Question of )?Consideration of the Resolution/iu,
    'procedural',
  ],
  [/Authoriz(?:e|ing) Conferees|On the Point of Order|Sustaining the Ruling of the Chair/iu, 'procedural'],
  [
    /^On (?:the )?Motion to Adjourn|^On .*Motion |^On the Decision of the Chair|^Whether the Amendment is Germane|^Table Appeal of the Ruling of the Chair/iu,
    'procedural',
  ],
]

export function voteCategory(question: string): string {
  return categories.find(([pattern]) => pattern.test(question))?.[1] ?? 'unknown'
}
