/** Collects the values of a statement while its text is composed, so that no value becomes SQL text. */
export type Bindings = { readonly values: unknown[]; bind(value: unknown): string }

export function createBindings(): Bindings {
  const values: unknown[] = []
  return {
    values,
    bind(value) {
      values.push(value)
      return `$${values.length}`
    },
  }
}
