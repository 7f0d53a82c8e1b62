/** `wrong`: matched, but in another district than the house. */
export type Tally = { asked: number; matched: number; wrong: number }

/** Asks one question after another and compares each answer with the truth. */
export type Asker = { readonly ask: () => Promise<void>; readonly tally: Tally; close(): Promise<void> }
