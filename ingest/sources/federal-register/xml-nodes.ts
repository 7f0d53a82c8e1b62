import { XMLParser } from 'fast-xml-parser'
import { parseXml } from '../records/xml.ts'

/** An element of a printed page, in order: its text runs through inner elements, and pages end in the middle of it. */
export type Node = {
  /** Empty for a text. */
  readonly tag: string
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Node[]
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
})

/** Throws `record_unreadable`. */
export function parseNodes(text: string): readonly Node[] {
  return nodesOf(parseXml(parser, text))
}

const ATTRIBUTES = ':@'

function nodesOf(parsed: unknown): Node[] {
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((entry: Record<string, unknown>) => {
    const tag = Object.keys(entry).find((name) => name !== ATTRIBUTES)
    if (tag === undefined) return []
    if (tag === '#text') return [{ tag: '', text: String(entry[tag]), attributes: {}, children: [] }]
    const attributes = (entry[ATTRIBUTES] ?? {}) as Record<string, string>
    return [{ tag, text: '', attributes, children: nodesOf(entry[tag]) }]
  })
}

/** Gives all of its text on one line. */
export function textOfNode(node: Node): string {
  return allText(node).replaceAll(/\s+/gu, ' ').trim()
}

function allText({ text, children }: Node): string {
  return children.length === 0 ? text : children.map(allText).join('')
}

export function childrenOf(node: Node | undefined, ...tags: readonly string[]): readonly Node[] {
  return (node?.children ?? []).filter(({ tag }) => tags.includes(tag))
}

/** Anywhere below, in order. */
export function findAll(node: Node, ...tags: readonly string[]): Node[] {
  return node.children.flatMap((child) => [
    ...(tags.includes(child.tag) ? [child] : []),
    ...findAll(child, ...tags),
  ])
}
