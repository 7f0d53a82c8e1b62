/** The first words up to a number, with an ellipsis if some are left out. It ends between words. */
export function cutWords(text: string, most: number): string {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  if (words.length <= most) return words.join(' ')
  return `${words
    .slice(0, most)
    .join(' ')
    .replace(/[\s,;:—–-]+$/u, '')}…`
}

export const wordCount = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length
