/** Adds members to a ready JSON object without parsing it. */
export function withMembers(object: string, members: Readonly<Record<string, string>>): string {
  const added = Object.entries(members).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  const end = object.lastIndexOf('}')
  return `${object.slice(0, end)}${object.slice(0, end).trimEnd().endsWith('{') ? '' : ','}${added.join(',')}}`
}

/** Two ready JSON objects as one. Their members differ by construction. */
export function joined(object: string, other: string | null): string {
  if (other === null) return object
  return `${object.slice(0, object.lastIndexOf('}'))},${other.slice(other.indexOf('{') + 1)}`
}

/** Gives a ready item a later `updated_at`, because the reason for showing it is newer. */
export function movedTo(item: string, updatedAt: string): string {
  const place = item.lastIndexOf('"updated_at":"')
  if (place < 0 || item.startsWith(updatedAt, place + '"updated_at":"'.length)) return item
  return JSON.stringify({ ...JSON.parse(item), updated_at: updatedAt })
}
