/** What node is given to run `legislog <args>` with. */
export function nodeOptionsOf(args: readonly string[]): readonly string[]
