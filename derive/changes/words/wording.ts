import { wordsOf } from '../../diff/tokens.ts'

export const countWords = (text: string): number => wordsOf(text).length
