declare module 'virtual:docs' {
  const data: import('../render.ts').SiteData;
  export default data;
}
