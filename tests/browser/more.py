"""What `run` asks of a page besides stepping through it: the execution beside it, paper, and no script."""
from selenium.webdriver.common.by import By


def beside(chromium, page, wait_until):
    """The execution that goes well: both stand at the same step, and the links lead to where they part."""
    others = chromium.find_elements(By.CSS_SELECTOR, ".pair section.trace")
    if not others:
        return False
    first, second = others[0], others[1]
    places = [each.find_element(By.CSS_SELECTOR, ".diagram").rect for each in others[:2]]
    page.expect(places[0]["x"] + places[0]["width"] <= places[1]["x"], "the two do not stand side by side")
    at = [int(each.get_attribute("hash").rsplit("-", 1)[1])
          for each in second.find_elements(By.CSS_SELECTOR, ".parting a")]
    page.expect(at and len(set(at)) == 1, f"the two part at {at}")
    for index, each in enumerate(others[:2]):
        marked = each.find_elements(By.CSS_SELECTOR, "tr[data-parts] td:first-child")
        page.expect([int(cell.text) for cell in marked] in ([], at[:1]), "the wrong step is marked")
    link = second.find_element(By.CSS_SELECTOR, ".parting a")
    chromium.execute_script("arguments[0].click()", link)
    steps = lambda: [int(each.find_element(By.CSS_SELECTOR, "input[type=range]").get_attribute("value"))
                     for each in (first, second)]
    ends = [int(each.find_element(By.CSS_SELECTOR, "input[type=range]").get_attribute("max")) for each in (first, second)]
    wait_until(lambda: steps() == [min(at[0], end) for end in ends])
    page.expect(steps() == [min(at[0], end) for end in ends], f"the link leads to {steps()}")
    chromium.execute_script("arguments[0].click()", second.find_element(By.CSS_SELECTOR, "button.back"))
    page.expect(len(set(steps())) == 1, f"one step back, they stand at {steps()}")
    return True


def on_paper(chromium, page):
    """Printed, everything is there and nothing is a control."""
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.expect(not page.find(".controls").is_displayed(), "controls are printed")
    page.expect(page.find(".space-time").is_displayed(), "the diagram is not printed")
    page.expect(page.ask("const d = section.querySelector('.diagram'); return d.scrollHeight <= d.clientHeight + 2"),
                "the diagram is cut off in print")
    still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": still})
    page.expect(page.ask("return getComputedStyle(section.querySelector('.ev')).transitionDuration") in ("0s", ""),
                "something moves")
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


def without_script(chromium, path, expect):
    """The page is a report that can be read."""
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    chromium.get("about:blank")
    chromium.get(path.as_uri())
    section = chromium.find_element(By.CSS_SELECTOR, "section.trace")
    for selector in (".space-time", ".network", "tbody.steps tr:last-child", ".strip a", "h2"):
        expect(section.find_element(By.CSS_SELECTOR, selector).is_displayed(), f"no {selector} without script")
    expect(not section.find_element(By.CSS_SELECTOR, ".controls").is_displayed(), f"controls without script")
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
