// Starts the API reference. Everything it needs comes from this origin: no
// fonts, no telemetry, no request proxy, no cloud features.
(() => {
  const here = window.location.origin;

  // Gives the icon-only copy buttons the name that a screen reader needs.
  const nameButtons = () => {
    for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
      button.setAttribute('aria-label', 'Copy');
    }
  };
  new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true });

  // Operations of one path together, shorter paths first, making before reading.
  const methods = ['post', 'get', 'patch', 'put', 'delete'];
  const rank = ({ method }) => methods.indexOf(method.toLowerCase());
  const inOrder = (a, b) => (a.path === b.path ? rank(a) - rank(b) : a.path < b.path ? -1 : 1);

  window.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    servers: [{ url: here, description: 'This server' }],

    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    externalUrls: { dashboardUrl: here, registryUrl: here, proxyUrl: here, apiBaseUrl: here },
    showDeveloperTools: 'never',
    hideClientButton: true,
    persistAuth: true, // the key outlives a reload, in this browser only

    theme: 'default',
    documentDownloadType: 'both',
    authentication: { preferredSecurityScheme: 'apiKey' },
    operationsSorter: inOrder,
    defaultOpenFirstTag: true,
    orderSchemaPropertiesBy: 'preserve',

    // The SDK samples of the document come first in the menu and are shown by
    // default (which setting defaultHttpClient would undo). Of the languages
    // built in, one or two clients each stay.
    hiddenClients: {
      c: true,
      clojure: true,
      csharp: ['restsharp'],
      dart: true,
      fsharp: true,
      http: true,
      java: ['asynchttp', 'nethttp', 'unirest'],
      js: ['axios', 'jquery', 'ofetch', 'xhr'],
      julia: true,
      kotlin: true,
      node: true,
      objc: true,
      ocaml: true,
      php: ['guzzle', 'laravel'],
      powershell: ['restmethod'],
      python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
      r: true,
      rust: true,
      shell: ['httpie', 'wget'],
      swift: true,
    },
  });
})();
