/** Orders texts by their UTF-16 units, the same on every machine. */
export const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
