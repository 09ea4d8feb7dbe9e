// Runs in the page before the workbench's own script: hands it extensions under development and tests, as a launch from an
// editor would. VS Code's page takes no such options from its address, so they join its configuration element instead.
// `developmentOptions` is put in front of this text.
document.addEventListener(
  'readystatechange',
  () => {
    const element = document.getElementById('vscode-workbench-web-configuration');
    const text = element?.getAttribute('data-settings');
    if (!text) return;
    const configuration = { ...JSON.parse(text), developmentOptions };
    element.setAttribute('data-settings', JSON.stringify(configuration));
  },
  { once: true },
);
