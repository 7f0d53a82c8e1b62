/** Places of characters (UTF-16 units) in a text, the end not included. */
export type Span = { readonly start: number; readonly end: number }
