export { openSite, openSiteOf } from './open-site';
export { type Site } from './serve-site';
