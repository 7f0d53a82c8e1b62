import { diffTexts } from '../../derive/diff/diff-texts.ts'
import { type RealTextFolder, readRealTexts } from '../../test/support/derive/real-texts.ts'

/** A process of its own: it compares two texts of a folder, if they are named, and prints its peak memory in MB. */
const [folder, ...names] = process.argv.slice(2)
const texts = await readRealTexts(folder as RealTextFolder)
const [from, to] = names.map((name) => texts.find((text) => text.name === name)!.text)
if (from !== undefined && to !== undefined) diffTexts(from, to)
console.log(process.resourceUsage().maxRSS / 1024)
