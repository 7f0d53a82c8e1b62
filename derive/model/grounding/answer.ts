/** A claim of an answer, with the words of the bill that it rests on. */
export type Sentence = {
  readonly text: string
  readonly citations: readonly { readonly section: string; readonly quote: string }[]
}

/** The answer of a model, in the form that its schema demands. Nothing in it is proven yet. */
export type Answer = {
  readonly sentences: readonly Sentence[]
  /** Topics about which the text says nothing. */
  readonly not_stated: readonly string[]
}
