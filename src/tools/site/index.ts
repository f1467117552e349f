export { openSite } from './open-site';
export { type Site, type SiteOptions, serveSite } from './serve-site';
