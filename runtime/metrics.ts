import { Gauge, Registry } from 'prom-client'
import { activeResources } from './active-resources.ts'

/**
 * One registry per process, with the metrics that every process has. The defaults of prom-client are left out: their
 * event loop histogram wakes an idle process a hundred times a second.
 */
export function createMetrics(): Registry {
  const metrics = new Registry()
  new Gauge({
    name: 'process_cpu_seconds',
    help: 'CPU time of this process, user and system',
    registers: [metrics],
    collect() {
      const { user, system } = process.cpuUsage()
      this.set((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory used by this process',
    registers: [metrics],
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Heap in use, garbage included: the least of some minutes is what lives',
    registers: [metrics],
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  new Gauge({
    name: 'legislog_active_resources',
    help: 'Timers, sockets and the like that keep this process alive: flat, or something leaks',
    labelNames: ['kind'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(activeResources())) this.set({ kind }, count)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When this process started',
    registers: [metrics],
  }).set(Math.round(performance.timeOrigin) / 1000)
  return metrics
}
