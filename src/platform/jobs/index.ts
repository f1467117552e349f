export { type ClubJob, discardJobs, jobsOfClub, queueJobs, runningJobs } from './club-jobs';
export * from './job';
export * from './job-worker';
export * from './jobs';
export * from './jobs.module';
export * from './purge';
export * from './server-worker';
export { WorkerWatch } from './worker-watch';
export { isWorkerConnected, resumeJobs, WORKER_PREFIX } from './workers.queries';
