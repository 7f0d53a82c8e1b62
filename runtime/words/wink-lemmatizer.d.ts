declare module 'wink-lemmatizer' {
  /** Each gives the base form of a lower-case word, or the word itself if its dictionary has none. */
  const lemmatizer: { readonly noun: (word: string) => string; readonly verb: (word: string) => string }
  export = lemmatizer
}
