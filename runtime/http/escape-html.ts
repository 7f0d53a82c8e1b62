/** Escapes a text for HTML: every character that could be markup becomes a numeric reference. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
