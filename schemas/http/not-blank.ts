/** Pattern of a text that is not only spaces. */
export const NOT_BLANK = '\\S'
