import { sheetTasks } from './keep.ts'
import { serviceTasks } from './operate.ts'
import { publishingTasks } from './publish.ts'
import { readingTasks } from './read.ts'
import type { Task } from './task.ts'

/** Twenty things that people come for. Each begins at the first page, and is done by the names that the pages show. */
export const tasks: readonly Task[] = [...readingTasks, ...sheetTasks, ...publishingTasks, ...serviceTasks]
