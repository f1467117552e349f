export { openSite, openSiteOf } from './open-site';
export { type Site, type SiteOptions, serveSite } from './serve-site';
