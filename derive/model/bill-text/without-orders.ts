/**
 * Words that address a model and not a person, a court or an agency. A bill may also regulate models, so a paragraph with
 * such words is still sent. It only proves nothing.
 */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:instructions?|prompts?|text above|everything above)\b/iu,
  /\b(?:system|developer|assistant) (?:prompt|message|role|instructions?)\b/iu,
  /\b(?:you are|act as|as) an? (?:ai|a\.i\.|artificial intelligence|language model|assistant|chatbot|llm)\b/iu,
  /\b(?:language model|llm|chatbot|ai|summarizer)s?\b[^.\n]{0,60}\b(?:must|shall|should|please)\b[^.\n]{0,40}\b(?:write|say|answer|respond|reply|output|summarize)\b/iu,
  /\b(?:write|say|answer|respond|reply|output|summarize|describe)\b[^.\n]{0,60}\b(?:in your (?:answer|summary|response|output)|this bill as|exactly the following)\b/iu,
  /\byour (?:summary|response|output|answer) (?:must|shall|should)\b/iu,
  /<\/?(?:system|assistant|user|bill-text|section)\b/iu,
]

/** The text with each paragraph that gives orders to a model replaced by as many spaces. One line is one paragraph. */
export function withoutOrders(text: string): string {
  return text
    .split('\n')
    .map((line) => (givesOrders(line) ? ' '.repeat(line.length) : line))
    .join('\n')
}

const givesOrders = (line: string): boolean => ORDERS.some((order) => order.test(line))
