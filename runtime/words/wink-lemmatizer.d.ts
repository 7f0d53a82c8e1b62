declare module 'wink-lemmatizer' {
  /** Each answers the base form of a word in lower case, or the word itself where its dictionary has none. */
  const lemmatizer: { readonly noun: (word: string) => string; readonly verb: (word: string) => string }
  export = lemmatizer
}
