export { buyerPage, type ConsoleOptions, consolePage, createAssets } from './pages.js';
export { authenticationView, checkoutView, findPage, type PageName, pageObject } from './views.js';
