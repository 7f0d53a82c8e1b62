/** A text on one line. Printed texts and names have line ends and control characters, which would be lines of a mail. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
