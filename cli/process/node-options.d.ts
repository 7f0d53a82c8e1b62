/** Gives the options of node for `legislog <args>`. */
export function nodeOptionsOf(args: readonly string[]): readonly string[]
